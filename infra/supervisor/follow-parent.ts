import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into every child with `--import`. Its standard input is a pipe that only the supervisor holds
 * open; when the supervisor is gone, however it went, the child stops as if asked to.
 * A child's threads load it too, and have a standard input that ends at once: they follow nobody.
 */
const patience = 15_000

const parentIsGone = () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), patience).unref()
}

if (isMainThread) {
  process.stdin.once('end', parentIsGone).once('error', parentIsGone).resume()
  // A child that has closed everything else must be able to end.
  const { stdin } = process as { stdin: { unref?: () => void } }
  stdin.unref?.()
}
