import type { FileKind } from '#contracts/fields.ts'

/** What a file field takes, as spec'd for the browser's file chooser. */
export const accepted: Readonly<Record<FileKind, string>> = {
  image: 'image/*',
  pdf: '.pdf',
  document: '.pdf,.doc,.docx,.txt',
  drawing: '.pdf,.dwg,.dxf,.png,.jpg,.jpeg',
}

/** The same in words. */
export const acceptedNames: Readonly<Record<FileKind, string>> = {
  image: 'PNG, JPEG, GIF eller WebP',
  pdf: 'PDF',
  document: 'PDF, DOC, DOCX eller TXT',
  drawing: 'PDF, DWG, DXF, PNG eller JPEG',
}

/** True when the chooser would have offered this file: dropped files come past it. */
export const isAccepted = (kind: FileKind, { name, type }: { name: string; type: string }) =>
  kind === 'image'
    ? type.startsWith('image/')
    : accepted[kind].split(',').some((ending) => name.toLowerCase().endsWith(ending))
