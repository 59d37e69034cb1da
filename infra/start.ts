import { main } from './supervisor/main.ts'

await main(process.env, process.argv.slice(2))
