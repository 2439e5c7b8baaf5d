import { chromium } from 'playwright'
import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
const fd=openSync('/tmp/e1/e2e.log','w')
const kid=spawn('timeout',['110','npx','vitest','run','--project','e2e','tests/e2e/events.test.ts'],{cwd:'/work/main',stdio:['ignore',fd,fd]})
const over=new Promise(r=>kid.on('exit',r))
const B='http://127.0.0.1:8395'
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu','--disable-quic']})
const sizes={d:{viewport:{width:1440,height:900}},p:{viewport:{width:390,height:844},hasTouch:true,isMobile:true}}
const which=process.argv.slice(2)
const log=[]
for (const [n,o] of Object.entries(sizes)) for (const theme of ['dark','light']) {
  if(which.length && !which.includes(n+theme[0])) continue
  const c=await b.newContext({...o,actionTimeout:8000,locale:'fr-FR',timezoneId:'Europe/Paris'}); const p=await c.newPage(); p.setDefaultTimeout(7000)
  p.on('pageerror',e=>log.push(n+' ERR '+e.message)); p.on('console',m=>{if(m.type()==='error')log.push(n+' CON '+m.text())})
  await p.goto(B+'/login'); await p.evaluate(t=>localStorage.setItem('theme',t),theme); await p.reload()
  await p.getByLabel('Adresse e-mail').fill('demo-2@connivence.test'); await p.getByLabel('Mot de passe',{exact:true}).fill('connivence-demo'); await p.getByRole('button',{name:'Se connecter'}).click(); await p.waitForURL('**/conversations')
  try {
  const s=async(name)=>{await p.waitForTimeout(700); await p.screenshot({path:`/tmp/e1/${n}-${theme[0]}-${name}.png`})}
  await p.goto(B+'/events'); await p.getByRole('article').first().waitFor({timeout:8000}).catch(()=>{}); await s('list')
  await p.getByRole('radio',{name:'Mon calendrier'}).check(); await p.waitForTimeout(500); await s('calendar')
  await p.getByRole('radio',{name:'Mois'}).check(); await s('month')
  await p.getByRole('radio',{name:'Liste'}).check(); await p.getByRole('radio',{name:'Invitations'}).check()
  await p.getByRole('link',{name:'Soirée velours'}).click(); await p.getByRole('tab',{name:'Fiche'}).waitFor(); await s('fiche')
  await p.keyboard.press('Escape'); await p.waitForTimeout(500)
  await p.getByRole('radio',{name:'Mon calendrier'}).check(); await p.getByRole('link',{name:/Bal masqué/}).click(); await p.getByRole('tab',{name:'Fiche'}).waitFor(); await p.waitForTimeout(1200); await s('bal')
  await p.getByText('Adresse exacte').first().scrollIntoViewIfNeeded(); await s('bal2')
  await p.keyboard.press('Escape'); await p.waitForTimeout(500)
  await p.goto(B+'/events/new'); await p.getByLabel('Titre').waitFor(); await s('form')
  await p.getByRole('button',{name:'Choisir sur la carte'}).click(); await p.waitForTimeout(1500); await s('form2')
  } catch(e) { log.push(String(e).slice(0,600)); await p.screenshot({path:`/tmp/e1/${n}-fail.png`}) }
  await c.close()
}
console.log(log.join('\n')); await b.close(); await over
