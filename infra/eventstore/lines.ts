/** Keeps line ends, to show a truncated last line. Node's readline also splits at U+2028, which JSON may contain. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split(/(?<=\n)/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
