/** For a machine with at least 1 GB. Statements stay out of the log, since they contain personal data. */
const durable = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // There is no replication, and 'minimal' lets a rebuilt table skip the WAL.
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'on',
  // A recycled WAL file would keep old content, including erased personal data.
  wal_recycle: 'off',
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

const volatile = {
  ...durable,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  autovacuum: 'off',
} as const

export const settings = { durable, volatile } as const
export type Settings = keyof typeof settings

export const asArguments = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
