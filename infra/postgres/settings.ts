/**
 * Settings of the embedded server, for a machine with 1 GB and upwards. Acknowledged means on disk:
 * fsync, synchronous_commit and full_page_writes stay on. Statements are kept out of the log, since
 * they hold personal data.
 */
const durable = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Nothing replicates from here, and a rebuilt table need not go through the log of changes.
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'on',
  // A file used again would keep, to its end, what was written in it before: also what has been erased since.
  wal_recycle: 'off',
  // max_wal_size is the disk's, see start.ts.
  min_wal_size: '32MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  max_connections: '80',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '%m [%p] %d ',
} as const

/** For databases that live as long as a test: nothing need survive a power cut. */
const forgetful = {
  ...durable,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  min_wal_size: '32MB',
  autovacuum: 'off',
} as const

export const settings = { durable, forgetful } as const
export type Settings = keyof typeof settings

export const asArguments = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
