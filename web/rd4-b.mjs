import { chromium } from 'playwright-core';
const c=await chromium.launchPersistentContext('/tmp/rd4/profile',{executablePath:'/usr/bin/chromium',args:['--no-sandbox'],viewport:{width:1280,height:900}});
const p=c.pages()[0]||await c.newPage(); p.setDefaultTimeout(4000);
p.on('console',m=>{if(m.type()=='error')console.log('CONSOLE',m.text())});p.on('pageerror',e=>console.log('PAGEERR',e.message));
await p.goto('http://127.0.0.1:8474/play'); await p.waitForTimeout(800);
console.log((await p.innerText('body')).slice(0,200));
await p.click('#game-daifugo'); await p.waitForTimeout(300);
await p.click('summary:has-text("Rules, seed")');
console.log(await p.$$eval('main details:last-of-type input, main details:last-of-type select',e=>e.map(x=>x.id+' | '+(x.closest('label')||x.parentElement).innerText.slice(0,150)).join('\n')));
for(const t of ['miyako','forbidden']){const l=p.locator('label').filter({hasText:new RegExp(t,'i')}).first(); console.log(t,await l.count()); if(await l.count()){const f=await l.getAttribute('for'); await (f?p.locator('#'+f):l.locator('input')).check();}}
await p.fill('#seed','7'); await p.screenshot({path:'/tmp/rd4/b0.png',fullPage:true});
await p.click('main button.primary:has-text("Deal")'); await p.waitForTimeout(1200);
await p.screenshot({path:'/tmp/rd4/b1.png',fullPage:true});
console.log(p.url(), await p.innerText('main'));
// speed
console.log(await p.$$eval('main button, main select, main input',e=>e.map(x=>x.outerHTML.slice(0,140)).join('\n')));
let sp=p.locator('main button').filter({hasText:/speed/i}).first(); let sp2=p.getByLabel(/speed/i).first();
if(await sp.count()){for(let i=0;i<6;i++){console.log('speed',await sp.innerText()); if(/max|4|8|×16/i.test(await sp.innerText()))break; await sp.click();}}
else if(await sp2.count()){const tag=await sp2.evaluate(e=>e.tagName);console.log(tag,await sp2.evaluate(e=>e.outerHTML)); if(tag=='SELECT') await sp2.selectOption({index:await sp2.evaluate(e=>e.options.length-1)}); else if(tag=='INPUT') await sp2.fill(await sp2.getAttribute('max'));}
async function game(n){
 let last='';let ex=false;
 const t0=Date.now();
 while(Date.now()-t0<70000){
  const txt=await p.innerText('main');
  if(/exchange/i.test(txt)&&!ex&&n>1){ex=true;await p.screenshot({path:`/tmp/rd4/ex${n}.png`,fullPage:true});console.log('EXCHANGE',txt.slice(0,2500));}
  if(await p.locator('button:has-text("Next game"),button:has-text("Review the decisions")').count()) break;
  const prim=p.locator('.actions button.primary:enabled');
  const tryp=async()=>{if(await prim.count()){await prim.first().click({timeout:1000}).catch(()=>{});return true}return false};
  let done=false;
  for(let k=0;k<6;k++){const h=p.locator('.hand button.can:not(.up)'); if(await h.count()){await h.first().click({timeout:800}).catch(()=>{});} if(await tryp()){done=true;break;} if(!await h.count())break;}
  if(!done){const b=p.locator('.actions button:enabled'); const k=await b.count(); if(k){const bl=b.last(); const s=await bl.innerText().catch(()=>''); await bl.click({timeout:800}).catch(()=>{});}}
  await p.waitForTimeout(60);
 }
 console.log('END',n,Date.now()-t0,await p.innerText('main'));
 await p.screenshot({path:`/tmp/rd4/end${n}.png`,fullPage:true});
}
await game(1);
const nx=p.locator('main button').filter({hasText:/next game/i}).first();
if(await nx.count()){await nx.click();await p.waitForTimeout(700);await p.screenshot({path:'/tmp/rd4/g2.png',fullPage:true});console.log('G2',await p.innerText('main'));await game(2);}
else console.log('no next',await p.$$eval('main button',e=>e.map(x=>x.innerText).join('|')));
const rv=p.locator('main button').filter({hasText:/review the decisions/i}).first();
if(await rv.count()){await rv.click();for(let i=0;i<40;i++){await p.waitForTimeout(1000); if(await p.locator('main table tr a, main table tr button').count())break;}
 await p.waitForTimeout(4000);
 console.log('REVIEW',await p.innerText('main'));await p.screenshot({path:'/tmp/rd4/rev.png',fullPage:true});
 console.log(await p.$$eval('main a',e=>e.map(x=>x.innerText+' -> '+x.getAttribute('href')).join('\n')));}
await c.close();
