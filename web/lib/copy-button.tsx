import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

export const CopyButton = ({ text, label }: { text: string; label: string }) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 2_000)
    } catch {
      // Without clipboard permission the user can select and copy the text.
      setCopied(false)
    }
  }
  return (
    <Button icon={copied ? <Check /> : <Copy />} onClick={() => void copy()}>
      <span aria-live="polite">{copied ? 'Kopiert' : label}</span>
    </Button>
  )
}
