import type { SecurityEvent } from '../access/security-log.ts'

const isErasure = (method: string, path: string): boolean =>
  method === 'DELETE' && /^\/api\/suppliers\/[^/]+\/contact$/.test(path)

/** What the security log keeps of an answer of the services; null for nearly all of them. */
export const eventOf = (
  method: string,
  path: string,
  status: number,
  isAttachment: boolean,
): SecurityEvent | null => {
  if (status === 403) return 'authz_fail'
  if (status !== 200) return null
  if (isErasure(method, path)) return 'data_erased'
  // A template holds nothing of ours.
  return isAttachment && !path.endsWith('/template') ? 'data_export' : null
}
