import { config } from 'zod'

// zod compiles its schemas with `new Function`, which the Content-Security-Policy forbids.
config({ jitless: true })
