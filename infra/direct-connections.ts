const loopback = ['localhost', '127.0.0.1', '::1']

const everywhere = (host: string | undefined): boolean => !host || ['0.0.0.0', '::'].includes(host)

/**
 * The parts reach each other directly, also where `http_proxy` names a proxy for the internet: grpc-js always asks it,
 * and `fetch` does with `NODE_USE_ENV_PROXY`.
 */
export const connectDirectly = (env: NodeJS.ProcessEnv = process.env): void => {
  const own = everywhere(env['HOST']) ? loopback : [...loopback, env['HOST']]
  const listed = env['no_proxy'] ?? env['NO_PROXY']
  for (const name of ['no_proxy', 'NO_PROXY'])
    env[name] = [listed, ...own].filter(Boolean).join(',')
  // grpc-js takes this one instead, where it is set.
  if (env['no_grpc_proxy']) env['no_grpc_proxy'] = [env['no_grpc_proxy'], ...own].join(',')
}
