import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** Messages between an API process and the process that started it. */
export const METRICS_QUESTION = 'carillon:metrics?';
export const METRICS_ANSWER = 'carillon:metrics';

/** Lets the starting process read these metrics, if there are several API processes. */
export function shareMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  // Only a registry of this kind answers the questions of the starting process.
  new AggregatorRegistry();
}

/** Returns the metrics of all API processes, or of this one if it is alone or about to end. */
export async function metricsOfAll(registry: Registry): Promise<string> {
  if (!cluster.isWorker || !process.connected) return registry.metrics();
  const text = await new Promise<string | null>((resolve) => {
    const hear = (message: unknown): void => {
      if (typeof message !== 'object' || message === null || !(METRICS_ANSWER in message)) return;
      process.off('message', hear);
      resolve(message[METRICS_ANSWER] as string | null);
    };
    process.on('message', hear);
    process.send?.(METRICS_QUESTION);
  });
  return text ?? registry.metrics();
}
