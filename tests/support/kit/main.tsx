import '../../../src/styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { KitScreen } from '../../../src/kit/kit'
import { loadDisplayFont } from '../../../src/styles/load-display-font'

const theme = new URLSearchParams(location.search).get('theme')
if (theme) document.documentElement.dataset['theme'] = theme
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <KitScreen hosts />
    </StrictMode>,
  )
loadDisplayFont()
