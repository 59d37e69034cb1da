import { ImageOff } from 'lucide-react'
import { useState } from 'react'

type Props = {
  src: string | null | undefined
  alt?: string
  fallback?: string
  className?: string
  /** Shows no text while loading or after an error. */
  small?: boolean
  /** Loads a thumbnail of the size used in lists and cards. */
  thumbnail?: boolean
}

export const Image = (props: Props) => {
  const { alt = '', fallback, className = '', small = false, thumbnail = small } = props
  const src = props.src && thumbnail ? `${props.src}?size=small` : props.src
  const [state, setState] = useState({ src, is: 'loading' })
  const is = state.src === src ? state.is : 'loading'
  const missing = !src || is === 'broken'
  return (
    <div
      className={`relative grid place-items-center overflow-hidden bg-sunken text-muted ${className}`}
      {...(missing && !small && { role: 'img', 'aria-label': fallback })}
    >
      {missing ? (
        <span className="flex flex-col items-center gap-2 p-4 text-center text-sm" aria-hidden>
          <ImageOff className={small ? 'size-4' : 'size-8 text-faint'} />
          {!small && fallback}
        </span>
      ) : (
        <>
          {is === 'loading' && !small && <span className="absolute text-sm">Laster...</span>}
          <img
            src={src}
            alt={alt}
            loading="lazy"
            className={`size-full object-contain transition-opacity ${is === 'shown' ? '' : 'opacity-0'}`}
            onLoad={() => setState({ src, is: 'shown' })}
            onError={() => setState({ src, is: 'broken' })}
          />
        </>
      )}
    </div>
  )
}
