declare module 'tar-fs' {
  type Header = {
    readonly name: string
    readonly uid: number
    readonly gid: number
    readonly uname: string
    readonly gname: string
  }
  export const extract: (folder: string) => NodeJS.WritableStream
  export const pack: (
    folder: string,
    options: {
      readonly ignore: (name: string) => boolean
      readonly map: (header: Header) => Header
    },
  ) => NodeJS.ReadableStream
}
