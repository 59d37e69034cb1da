/** What V8 is told of each service, wherever it is started: each has a bound, far above what it holds. */
export const heap = {
  // Else the store's memory grows with the load to thrice what it holds.
  eventstore: '--max-semi-space-size=4 --max-old-space-size=512',
  // Else 128 MB of what it holds while it reads the log or a long list are garbage of the young.
  projector: '--max-semi-space-size=16 --max-old-space-size=1024',
  // Of a heap that may grow large more garbage is left: an import would take twice the memory. What is
  // held with 1,000,000 records and as many links is a tenth of it.
  command: '--max-semi-space-size=16 --max-old-space-size=1024',
  gateway: '--max-old-space-size=512',
} as const
