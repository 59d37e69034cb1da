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

export const TemplateStep = ({ entity }: { entity: Entity }) => (
  <Step title="1. Last ned mal">
    <div className="flex flex-wrap gap-2">
      <Button icon={<Download />} onClick={() => void downloadTemplate(entity, 'comma')}>
        Last ned mal
      </Button>
      <Button icon={<Download />} onClick={() => void downloadTemplate(entity, 'semicolon')}>
        Mal for norsk Excel (semikolon)
      </Button>
    </div>
  </Step>
)
