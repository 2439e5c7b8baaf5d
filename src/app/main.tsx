import '../styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { CrashScreen } from './crash'
import { startApp } from './startup'

startApp(() => {
  const root = document.getElementById('root')
  if (root)
    createRoot(root).render(
      <StrictMode>
        <CrashScreen>
          <App />
        </CrashScreen>
      </StrictMode>,
    )
})
