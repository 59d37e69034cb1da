import { isMainThread, parentPort, Worker } from 'node:worker_threads'

/** Says with its exit code whether the end of a thread's own, empty standard input stopped the service. */
const stopped = 3

if (isMainThread) {
  process.once('SIGTERM', () => process.exit(stopped))
  // Signals come in the order they were sent: one from the thread comes before this.
  process.once('SIGUSR2', () => process.exit(0))
  new Worker(import.meta.filename).once('message', () => process.kill(process.pid, 'SIGUSR2'))
} else process.stdin.once('end', () => parentPort!.postMessage('over')).resume()
