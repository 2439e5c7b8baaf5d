import '../styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyAppearance, startZoomBlock } from '../data/appearance'
import { loadDisplayFont } from '../styles/load-display-font'
import { App } from './app'
import { CrashScreen } from './crash'
import { registerServiceWorker } from './service-worker'
import { startApp } from './start'

applyAppearance()
startZoomBlock()
void startApp()
const root = document.getElementById('root')
if (root) createRoot(root).render(<StrictMode><CrashScreen><App /></CrashScreen></StrictMode>)
requestAnimationFrame(() => setTimeout(() => {
  void loadDisplayFont()
  void registerServiceWorker()
}))
