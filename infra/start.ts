import { argumentsOf } from './arguments.ts'
import { main } from './supervisor/main.ts'

const usage = `Bruk: npm start -- [--demo]
Starter systemet. Med --demo fylles et nytt system med eksempler. Innstillingene står i docs/operations.md.`

await main(process.env, argumentsOf(usage, { demo: { type: 'boolean' } }).values)
