/**
 * Sized for one machine that also runs everything else; durable: `fsync` and `synchronous_commit` keep their default,
 * on.
 */
const settings = {
  listen_addresses: '',
  max_connections: 200,
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  // One machine's cores are shared with indexing and models: no parallel plans, no JIT compilation, no helper
  // processes.
  max_parallel_workers_per_gather: 0,
  max_parallel_maintenance_workers: 0,
  jit: 'off',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Callers report failing statements, which may quote user data; the log has only the server's own events.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
} as const;

/** For tests, where a power failure does no harm. */
const forgetful = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', shared_buffers: '32MB' } as const;

export function serverArguments(socketFolder: string, durable: boolean): string[] {
  const all = {
    ...settings,
    ...(durable ? {} : forgetful),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
