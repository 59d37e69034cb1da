const repeatAfter = 4000

export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1).replace('.', ',')} s`

export const printWhile = async <T>(text: string, work: Promise<T>): Promise<T> => {
  const started = Date.now()
  console.log(`${text} ...`)
  const ticker = setInterval(
    () => console.log(`${text} ... ${inSeconds(Date.now() - started)}`),
    repeatAfter,
  )
  try {
    return await work
  } finally {
    clearInterval(ticker)
  }
}
