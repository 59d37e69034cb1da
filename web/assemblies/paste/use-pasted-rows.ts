import { useEffect } from 'react'

const isTyping = ({ target }: ClipboardEvent) =>
  target instanceof Element && target.closest('input, textarea') !== null
const isAlone = () => document.querySelectorAll('[role=dialog]').length === 1

/** Rows of a spreadsheet that are pasted while the dialog is open, wherever in it the focus is. */
export const usePastedRows = (isWanted: boolean, onRows: (text: string) => void): void => {
  useEffect(() => {
    if (!isWanted) return undefined
    const read = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (/[\t\n]/.test(text) && !isTyping(event) && isAlone()) onRows(text)
    }
    document.addEventListener('paste', read)
    return () => document.removeEventListener('paste', read)
  }, [isWanted, onRows])
}
