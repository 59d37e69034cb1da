declare module 'tar-fs' {
  export const extract: (folder: string) => NodeJS.WritableStream
}
