/** Health check of a container. */
const { PORT, INTERNAL_TOKEN = '' } = process.env
const answer = await fetch(`http://127.0.0.1:${PORT}/internal/health`, {
  headers: { 'x-internal-token': INTERNAL_TOKEN },
  signal: AbortSignal.timeout(4000),
}).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
