import { call } from '../lib/api.ts'
import { ApiError, networkError, refusal } from '../lib/api-error.ts'
import { rememberName } from './file-name.tsx'

type Started = { uploadURL?: string; data?: { uploadURL?: string } }
const longestName = 500

type Progress = (share: number) => void

/** The path to store, derived from the signed upload URL. */
export const storedPath = (uploadUrl: string): string => {
  const { pathname } = new URL(uploadUrl, 'http://localhost')
  return `/objects/uploads/${pathname.split('/').at(-1)}`
}

/** XMLHttpRequest, because fetch does not report upload progress. */
const put = (url: string, file: File, progress: Progress, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.withCredentials = true
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => progress(total ? loaded / total : 0)
    request.onerror = () => reject(networkError())
    request.onabort = () => reject(new DOMException('Avbrutt', 'AbortError'))
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve()
      reject(refusal(request.status, request.responseText))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })

export const upload = async (
  file: File,
  progress: Progress,
  signal: AbortSignal,
): Promise<string> => {
  const { body } = await call('/api/objects/upload', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ fileName: file.name.slice(-longestName) }),
    signal,
  })
  const answer = body as Started | undefined
  const url = answer?.uploadURL ?? answer?.data?.uploadURL
  if (!url) throw new ApiError('Failed to upload file', 400)
  await put(url, file, progress, signal)
  const path = storedPath(url)
  rememberName(path, file.name)
  return path
}
