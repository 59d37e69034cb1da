import { dispositionOf } from '#kernel/headers.ts'
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

/** Others do not open in the browser. */
const inline: readonly FileType[] = ['png', 'jpg', 'gif', 'webp', 'pdf']

const contentType = (type: FileType) =>
  type === 'txt' ? 'text/plain; charset=utf-8' : mimeOf(type)

export const etagOf = ({ sha256 }: StoredFile) => `"${sha256.slice(0, 32)}"`

export const headersOf = (file: StoredFile) => ({
  etag: etagOf(file),
  'accept-ranges': 'bytes',
  'cache-control': 'private, max-age=31536000, immutable',
  'content-type': contentType(file.type),
  'content-disposition': dispositionOf(
    file.fileName ?? `${file.name}.${file.type}`,
    inline.includes(file.type) ? 'inline' : 'attachment',
  ),
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
