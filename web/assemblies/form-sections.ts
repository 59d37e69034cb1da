import type { Section } from '../form/entity-form-dialog.tsx'

/** The assembly's form, for create and edit alike. */
export const formSections: readonly Section[] = [
  { title: 'Grunnleggende informasjon', fields: ['name', 'type', 'description'] },
  { title: 'Teknisk informasjon', fields: ['drawingNumber', 'notes'] },
  { title: 'Dokumentasjon', fields: ['image', 'dataSheet', 'mechanicalDrawing', 'otherFiles'] },
]
