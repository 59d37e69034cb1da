import type { core } from 'zod'

declare global {
  // oxlint-disable-next-line no-var -- a property of the window
  var __zod_globalConfig: core.$ZodConfig | undefined
}

// Zod tries `new Function` as soon as a schema is made, and the Content-Security-Policy forbids it. Set without `config`,
// which would bring zod into the first page.
globalThis.__zod_globalConfig = { jitless: true }
