import { fileTypes, type FileType } from './types.ts'

const longest = 120

export const cleanName = (fileName: string): string | null => {
  const last = fileName.normalize('NFC').split(/[/\\]/).at(-1)!
  const clean = last.replace(/[\p{Cc}\p{Cf}"<>:|?*]/gu, '').trim()
  if (clean === '' || /^\.+$/.test(clean)) return null
  if (clean.length <= longest) return clean
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, longest - extension.length) + extension
}

const inline: readonly FileType[] = ['png', 'jpg', 'gif', 'webp', 'pdf']

const percent = (text: string) =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Content-Disposition by RFC 6266: only pictures and PDF open in the browser. */
export const disposition = (type: FileType, name: string, fileName: string | null): string => {
  const shown = fileName ?? `${name}.${fileTypes[type].extensions[0]}`
  const ascii = shown.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const mode = inline.includes(type) ? 'inline' : 'attachment'
  return `${mode}; filename="${ascii}"; filename*=UTF-8''${percent(shown)}`
}
