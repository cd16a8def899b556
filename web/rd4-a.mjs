import { chromium } from 'playwright-core';
import fs from 'fs';
const o=fs.readFileSync('/tmp/rd4/out','utf8'); const url=o.match(/http:\/\/[^"\s]+/)[0];
const c=await chromium.launchPersistentContext('/tmp/rd4/profile',{executablePath:'/usr/bin/chromium',args:['--no-sandbox'],viewport:{width:1280,height:900}});
const p=c.pages()[0]||await c.newPage();
const L=JSON.parse(o.trim().split("\n").pop()).link; await p.goto(L); await p.waitForTimeout(1500);
console.log(p.url()); console.log(await p.innerText('body'));
await p.screenshot({path:'/tmp/rd4/a1.png'});
const links=await p.$$eval('a',a=>a.map(x=>[x.innerText,x.getAttribute('href')])); console.log(JSON.stringify(links));
const pl=await p.$('a:has-text("Play")'); if(pl){await pl.click(); await p.waitForTimeout(1000);}
console.log(p.url()); console.log(await p.innerText('body'));
console.log(await p.$$eval('main input,main select,main button,main summary',e=>e.map(x=>x.outerHTML.slice(0,160)).join('\n')));
await p.screenshot({path:'/tmp/rd4/a2.png'});
await c.close();
