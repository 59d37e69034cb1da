import { useEffect, useEffectEvent } from 'react'

export const useWindowEvent = <Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  isWanted = true,
): void => {
  const listen = useEffectEvent(listener)
  useEffect(() => {
    if (!isWanted) return undefined
    const onEvent = (event: WindowEventMap[Type]) => listen(event)
    addEventListener(type, onEvent)
    return () => removeEventListener(type, onEvent)
  }, [type, isWanted])
}
