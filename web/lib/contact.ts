import { networkError } from './api-error.ts'

/** False after a request without an answer, until one is answered. */
let isAnswered = true
export const noteContact = (is: boolean): void => {
  isAnswered = is
}

/** Throws unless the server answers now. */
export const askServer = async (): Promise<void> => {
  const response = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  noteContact(response?.ok ?? false)
  if (!response?.ok) throw networkError()
}

export const seemsLost = (): boolean => navigator.onLine === false || !isAnswered
