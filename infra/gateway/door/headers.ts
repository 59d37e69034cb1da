const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

const secure = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** Nothing inline, nothing from elsewhere. Small images may be built into the style sheet as data. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ')

const answerPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

export type SecurityHeaders = {
  readonly page: Readonly<Record<string, string>>
  readonly answer: Readonly<Record<string, string>>
}

/** Headers of the pages and of everything else. `tls`: browsers reach us by https. */
export const securityHeaders = (tls: boolean): SecurityHeaders => {
  const always = tls ? { ...common, ...secure } : common
  return {
    page: { ...always, 'content-security-policy': pagePolicy },
    answer: {
      ...always,
      'content-security-policy': answerPolicy,
      'cache-control': 'no-store',
    },
  }
}
