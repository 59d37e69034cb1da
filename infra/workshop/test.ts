import { spawnSync } from 'node:child_process'

/** Type check, lint and format first, since they are quick; then every test. Arguments go to tap. */
const steps: readonly (readonly [string, readonly string[]])[] = [
  ['tsc', ['--noEmit']],
  ['oxlint', ['--type-aware', '--quiet']],
  ['oxfmt', ['--check', '.']],
  ['tap', ['run', ...process.argv.slice(2)]],
]

for (const [command, args] of steps) {
  console.log(`> ${command} ${args.join(' ')}`)
  const { status } = spawnSync(`node_modules/.bin/${command}`, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
