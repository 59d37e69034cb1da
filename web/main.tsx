import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app.css'
// Before every import that makes a schema.
import './lib/no-eval.ts'
import { startHistory } from './lib/back.ts'
import { keepFocus } from './lib/keep-focus.ts'
import { App } from './shell/app.tsx'
import { startTheme } from './shell/theme.ts'

startTheme()
startHistory()
keepFocus()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
