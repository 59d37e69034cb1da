import type { StoredFile } from './store.ts'
import { mimeOf, type FileType } from './types.ts'

/**
 * What a file may do in the browser: nothing. A PDF is without `sandbox`: browsers show it in a viewer with
 * an origin of its own, so nothing is won, and Safari's leaves some files blank (docs/security.md).
 */
const policyFor = (type: FileType) =>
  type === 'pdf'
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    : "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const inline: readonly FileType[] = ['png', 'jpg', 'gif', 'webp', 'pdf']

const percent = (text: string) =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Content-Disposition by RFC 6266: only images and PDF open in the browser. */
const disposition = (type: FileType, name: string, fileName: string | null): string => {
  const shown = fileName ?? `${name}.${type}`
  const ascii = shown.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const mode = inline.includes(type) ? 'inline' : 'attachment'
  return `${mode}; filename="${ascii}"; filename*=UTF-8''${percent(shown)}`
}

const contentType = (type: FileType) =>
  type === 'txt' ? 'text/plain; charset=utf-8' : mimeOf(type)

export const etagOf = ({ sha256 }: StoredFile) => `"${sha256.slice(0, 32)}"`

export const headersOf = (file: StoredFile) => ({
  etag: etagOf(file),
  'accept-ranges': 'bytes',
  'cache-control': 'private, max-age=31536000, immutable',
  'content-type': contentType(file.type),
  'content-disposition': disposition(file.type, file.name, file.fileName),
  'content-security-policy': policyFor(file.type),
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'last-modified': new Date(file.uploadedAt).toUTCString(),
})

export const smallHeaders = (file: StoredFile) => ({
  ...headersOf(file),
  etag: etagOf(file).replace(/"$/, '-small"'),
  'accept-ranges': 'none',
  'content-type': 'image/webp',
  'content-disposition': 'inline',
})
