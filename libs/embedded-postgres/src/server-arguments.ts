/** The server's command line, which overrides the folder's own files. */
export function serverArguments(home: string, port: number, options: { durable: boolean; settings?: Record<string, string> }): string[] {
  const settings = { ...defaults, ...(options.durable ? {} : volatile), ...options.settings, ...reach, port: String(port) };
  return ["-D", home, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

// Small when idle, with room for every service's pool. The launcher of logical replication would be a useless process.
const defaults = {
  max_connections: "200",
  shared_buffers: "64MB",
  max_logical_replication_workers: "0",
  log_checkpoints: "off",
  timezone: "UTC",
  log_timezone: "UTC",
};

// For data that may be lost with the machine: nothing is flushed (so a commit costs no more than an asynchronous one), and the log holds no
// more than a restart of the server needs.
const volatile = {
  fsync: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
};

// Only this machine reaches it, over TCP: a socket file's path is limited to 107 bytes, which a deep folder exceeds.
const reach = { listen_addresses: "127.0.0.1", unix_socket_directories: "" };
