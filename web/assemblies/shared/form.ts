import { assembly } from '#contracts/catalogue/assembly.ts'
import type { Sections } from '../../form/entity-form-dialog.tsx'

const form: Sections = {
  'Grunnleggende informasjon': ['name', 'type', 'description'],
  'Teknisk informasjon': ['drawingNumber', 'notes'],
  Dokumentasjon: ['image', 'dataSheet', 'mechanicalDrawing', 'otherFiles'],
}

export const assemblies = { entity: assembly, form, formSize: 'md' } as const
