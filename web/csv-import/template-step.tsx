import { Download } from 'lucide-react'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../lib/button.tsx'
import { download } from '../lib/download.ts'
import { toast } from '../lib/toasts.tsx'
import { Step } from './import-fields.tsx'

const downloadTemplate = async ({ name, csv, noun }: Entity, separator: 'comma' | 'semicolon') => {
  try {
    const query = separator === 'comma' ? '' : '?separator=semicolon'
    await download(`/api/csv-import/${name}/template${query}`, csv!.template)
  } catch {
    const text = `Kunne ikke laste ned CSV-mal for ${noun.many}`
    toast({ title: 'Feil', text, destructive: true })
  }
}

const templates = [
  ['comma', 'Last ned mal'],
  ['semicolon', 'Mal for norsk Excel (semikolon)'],
] as const

export const TemplateStep = ({ entity }: { entity: Entity }) => (
  <Step title="1. Last ned mal">
    <div className="flex flex-wrap gap-2">
      {templates.map(([separator, text]) => (
        <Button
          key={separator}
          icon={<Download />}
          onClick={() => void downloadTemplate(entity, separator)}
        >
          {text}
        </Button>
      ))}
    </div>
  </Step>
)
