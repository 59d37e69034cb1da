import { main } from '../main.ts'
import { parts } from '../services.ts'

for (const [name, part] of Object.entries(parts))
  Object.assign(parts, { [name]: { ...part, main: 'infra/supervisor/testing/fake-service.ts' } })

await main(process.env, {})
