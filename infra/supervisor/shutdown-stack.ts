/** What has been started, and how each is stopped: the last one first. */
export const createShutdownStack = () => {
  const stops: (() => Promise<void> | void)[] = []
  return {
    push: (stop: () => Promise<void> | void): void => void stops.push(stop),
    /** Stops everything; one that fails does not keep the others running. */
    stopAll: async (failed: (error: unknown) => void): Promise<void> => {
      for (let stop = stops.pop(); stop; stop = stops.pop()) {
        try {
          await stop()
        } catch (error) {
          failed(error)
        }
      }
    },
  }
}

export type ShutdownStack = ReturnType<typeof createShutdownStack>
