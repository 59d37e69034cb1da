import { Zip, ZipDeflate } from 'fflate'

export type File = {
  readonly name: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

const encoder = new TextEncoder()

export async function* zipOf(files: Iterable<File>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    made.push(chunk)
  })
  for (const { name, content } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    for await (const text of content) {
      file.push(encoder.encode(text))
      yield* made.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* made.splice(0)
  }
  zip.end()
  yield* made.splice(0)
}
