import { chromium } from 'playwright-core';
const c=await chromium.launchPersistentContext('/tmp/rd4/profile',{executablePath:'/usr/bin/chromium',args:['--no-sandbox'],viewport:{width:1280,height:900}});
const p=c.pages()[0]||await c.newPage(); p.setDefaultTimeout(4000);
p.on('console',m=>{if(m.type()=='error')console.log('CONSOLE',m.text())});p.on('pageerror',e=>console.log('PAGEERR',e.message));
await p.goto('http://127.0.0.1:8474/play?table=b856e6c1d41a8cf0'); await p.waitForTimeout(800);
await p.fill('#pace','5').catch(e=>console.log('nopace'));
await p.click('button:has-text("Next deal")'); await p.waitForTimeout(500);
await p.screenshot({path:'/tmp/rd4/g2.png',fullPage:true});console.log('G2',await p.innerText('main'));
let last='';const t0=Date.now();let n=0;
while(Date.now()-t0<40000){
  if(await p.locator('button:has-text("Review the decisions")').count()) break;
  const a=await p.$$eval('.actions button',e=>e.map(x=>x.innerText+(x.disabled?'(off)':'')).join('|')).catch(()=>'');
  if(a!=last){last=a;n++;console.log('ACTIONS',a); if(n<5)await p.screenshot({path:`/tmp/rd4/g2-${n}.png`,fullPage:true});}
  const prim=p.locator('.actions button.primary:enabled');let done=false;
  for(let k=0;k<6;k++){const h=p.locator('.hand button.can:not(.up)'); const hc=await h.count(); if(hc)await h.first().click({timeout:800}).catch(()=>{}); if(await prim.count()){await prim.first().click({timeout:1000}).catch(()=>{});done=true;break;} if(!hc)break;}
  if(!done){const b=p.locator('.actions button:enabled'); if(await b.count())await b.last().click({timeout:800}).catch(()=>{});}
  await p.waitForTimeout(60);
}
await p.screenshot({path:`/tmp/rd4/end2.png`,fullPage:true});
await p.click('button:has-text("Review the decisions")'); 
for(let i=0;i<60;i++){await p.waitForTimeout(500); if(await p.locator('a[href*="#at="]').count())break;}
console.log('REVIEW',await p.innerText('main'));await p.screenshot({path:'/tmp/rd4/rev.png',fullPage:true});
const l=p.locator('a[href*="#at="]'); const m=Math.min(2,await l.count()-1); console.log('clicking',await l.nth(m).innerText(),await l.nth(m).getAttribute('href'));
const [np]=await Promise.all([c.waitForEvent('page',{timeout:1500}).catch(()=>null),l.nth(m).click()]);
const q=np||p; await q.waitForTimeout(1500); console.log(q.url(),await q.innerText('main'));await q.screenshot({path:'/tmp/rd4/rec.png'});
const rb=q.locator('main button').filter({hasText:/review/i}); console.log('rb',await rb.allInnerTexts());
if(await rb.count()){await rb.first().click(); await q.waitForTimeout(1000);
for(let i=0;i<60;i++){await q.waitForTimeout(500); if(/Mistakes:/.test(await q.innerText('main')))break;}
console.log('RECREV',await q.innerText('main'));await q.screenshot({path:'/tmp/rd4/recrev.png',fullPage:true});}
await c.close();
