import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

const problems: Readonly<Record<string, string>> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: 'Ukjent valg',
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: 'Valget har ingen verdi, eller en for mye',
}

/**
 * The options and words that a script was started with. `--help` says how it is used and ends it, as does, with 1, an
 * option it does not know or a word too many.
 */
export const argumentsOf = <const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  mostWords = 0,
) => {
  const refuse = (problem: string): never => {
    console.error(`${problem}.\n\n${usage}`)
    return process.exit(1)
  }
  const help = { help: { type: 'boolean', short: 'h' } } as const
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { ...options, ...help },
    })
    if ('help' in values && values.help) {
      console.log(usage)
      process.exit()
    }
    const extra = positionals.slice(mostWords)
    if (extra.length > 0) refuse(`Ett ord for mye: ${extra.join(' ')}`)
    return { values, words: positionals }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const [, option] = /'(-[^' ]*)/.exec(message) ?? []
    if (!(code in problems)) throw error
    return refuse(`${problems[code]}: ${option}`)
  }
}
