import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { type Family, single } from './exposition.ts';

/** How often the delay of the event loop is measured, in milliseconds. */
const RESOLUTION = 20;

/** The resources that the process uses, and the delay of its event loop. */
export class ProcessFigures {
  #delay: IntervalHistogram | undefined;

  families(): Family[] {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const gauge = (name: string, help: string, value: number) => single(name, 'gauge', help, value);
    return [
      single('process_cpu_seconds_total', 'counter', 'Processor time.', (user + system) / 1e6),
      gauge('process_start_time_seconds', 'When the process began.', performance.timeOrigin / 1000),
      gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
      gauge('nodejs_heap_size_total_bytes', 'Memory that JavaScript has been given.', heapTotal),
      gauge('nodejs_heap_size_used_bytes', 'Memory that JavaScript uses.', heapUsed),
      gauge('nodejs_external_memory_bytes', 'Memory outside the heap that objects of it hold.', external),
      this.#lag(),
    ];
  }

  /** The delay of timers since the previous reading; measured from the first reading on. */
  #lag(): Family {
    const delay = this.#delay;
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1000);
    const samples =
      delay === undefined || delay.count === 0
        ? []
        : [0.5, 0.99, 1].map((quantile) => ({
            labels: { quantile },
            value: seconds(quantile === 1 ? delay.max : delay.percentile(quantile * 100)),
          }));
    if (delay === undefined) {
      this.#delay = monitorEventLoopDelay({ resolution: RESOLUTION });
      this.#delay.enable();
    } else if (delay.count > 0) delay.reset();
    return {
      name: 'nodejs_eventloop_lag_seconds',
      type: 'gauge',
      help: 'How late timers were since these figures were last asked for.',
      samples,
    };
  }

  dispose(): void {
    this.#delay?.disable();
  }
}
