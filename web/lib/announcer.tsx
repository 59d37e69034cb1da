import { atom, createStore, useAtomValue } from 'jotai'
import { createPortal } from 'react-dom'

const store = createStore()
const message = atom('')

/** Reads a sentence aloud to those who use a screen reader. Dialogs may close meanwhile. */
export const announce = (text: string): void => store.set(message, text)

export const saving = 'Lagrer data, vennligst vent...'
export const savingFailed = 'Det oppstod en feil ved lagring av data.'
export const saved = 'Data ble lagret vellykket.'

export const Announcer = () =>
  createPortal(
    <output aria-live="polite" className="sr-only">
      {useAtomValue(message, { store })}
    </output>,
    document.getElementById('toasts') ?? document.body,
  )
