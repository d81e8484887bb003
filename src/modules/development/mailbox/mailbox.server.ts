import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { MailboxStore } from './mailbox.store.js';

const HOST = '127.0.0.1';
const MAX_EMAIL_SIZE = 25 * 1024 * 1024;
const TRY_AGAIN_MS = 2_000;

/** One API process has the port; the others show the same folder and take over when it ends. */
@Injectable()
export class MailboxServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(MailboxServer.name);
  private readonly server = new SMTPServer({
    banner: 'Carillon development mailbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    size: MAX_EMAIL_SIZE,
    rejectOversized: true,
    // Idle client connections would delay the shutdown by half a minute.
    closeTimeout: 200,
    onData: (stream, session, callback) => {
      // Copy the envelope now; the session replaces it after this email.
      this.receive(stream, session.envelope).then(
        () => {
          callback(null, 'Stored in the development mailbox');
        },
        (error: unknown) => {
          this.logger.error({ err: error }, 'Development mailbox: email not stored');
          callback(new Error('The email could not be stored'));
        },
      );
    },
  });
  private retry: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(
    private readonly store: MailboxStore,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Resolves when the port is taken, by this or another process. */
  async onApplicationBootstrap(): Promise<void> {
    // Client connection errors are ignored; `listen` handles port errors.
    this.server.on('error', () => undefined);
    if (!(await this.listen())) {
      this.logger.log(
        `Development mailbox: port ${this.config.developmentTools.mailboxPort} is in use; this process shows emails only`,
      );
      this.tryAgainLater();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.retry) clearTimeout(this.retry);
    await new Promise<void>((resolve) => {
      this.server.close(resolve);
    });
  }

  /** Null while another process has the port. */
  get port(): number | null {
    const address = this.server.server.address();
    return address !== null && typeof address === 'object' ? address.port : null;
  }

  private async listen(): Promise<boolean> {
    const { server } = this.server;
    const listening = await new Promise<boolean>((resolve, reject) => {
      const onError = (error: NodeJS.ErrnoException): void => {
        if (error.code === 'EADDRINUSE') resolve(false);
        else reject(error);
      };
      server.once('error', onError);
      this.server.listen(this.config.developmentTools.mailboxPort, HOST, () => {
        server.off('error', onError);
        resolve(true);
      });
    });
    if (!listening) return false;
    await this.store.takeOver();
    this.logger.log(
      `Development mailbox: accepting emails on ${HOST}:${this.port ?? ''}, shown at ${this.config.http.publicUrl}/dev/mailbox`,
    );
    return true;
  }

  private tryAgainLater(): void {
    this.retry = setTimeout(() => {
      this.listen()
        .catch((error: unknown) => {
          this.logger.warn({ err: error }, 'Development mailbox: port not available');
          return false;
        })
        .then(
          (listening) => {
            if (!listening && !this.stopped) this.tryAgainLater();
          },
          () => undefined,
        );
    }, TRY_AGAIN_MS);
    this.retry.unref();
  }

  private async receive(stream: SMTPServerDataStream, envelope: SMTPServerEnvelope): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // Too large: the library replies 552 at the end; the rest is read and dropped.
      if (stream.sizeExceeded) chunks.length = 0;
      else chunks.push(chunk);
    }
    if (stream.sizeExceeded) return;
    await this.store.add({
      sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
      recipients: envelope.rcptTo.map(({ address }) => address),
      source: Buffer.concat(chunks),
    });
  }
}
