import { chromium } from 'playwright-core';
const c=await chromium.launchPersistentContext('/tmp/rd4/profile',{executablePath:'/usr/bin/chromium',args:['--no-sandbox'],viewport:{width:390,height:844}});
const p=c.pages()[0]||await c.newPage(); p.setDefaultTimeout(4000);
await p.goto('http://127.0.0.1:8474/play'); await p.waitForTimeout(800);
await p.click('main button.primary:has-text("Deal")'); 
for(let i=0;i<30;i++){await p.waitForTimeout(300); if(await p.locator('[data-tool=hint]:enabled').count())break;}
await p.screenshot({path:'/tmp/rd4/d1.png'});
await p.locator('[data-tool=hint]').click(); const y0=await p.evaluate(()=>scrollY);
await p.waitForTimeout(400);await p.screenshot({path:'/tmp/rd4/d2.png'}); await p.waitForTimeout(5000);
console.log('scroll after click',y0,'now',await p.evaluate(()=>scrollY)); await p.screenshot({path:'/tmp/rd4/d3.png'});
console.log(await p.innerText('main'));
await p.setViewportSize({width:1280,height:900});
await p.goto('http://127.0.0.1:8474/endgames'); await p.waitForTimeout(1200);
console.log('ENDG',await p.innerText('main')); console.log(await p.$$eval('main button, main a',e=>e.map(x=>x.outerHTML.slice(0,120)).join('\n')));
await p.screenshot({path:'/tmp/rd4/e1.png'});
await c.close();
