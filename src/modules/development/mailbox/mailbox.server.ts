import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { MailboxStore } from './mailbox.store.js';

const HOST = '127.0.0.1';
const LARGEST_MAIL = 25 * 1024 * 1024;
const TRY_AGAIN_MS = 2_000;

/**
 * The mail server of a development installation. Of several API processes one has the port; the others show the same
 * folder and take over when it ends.
 */
@Injectable()
export class MailboxServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(MailboxServer.name);
  private readonly server = new SMTPServer({
    banner: 'Carillon development mailbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    rejectOversized: true,
    // A client that keeps its connections would otherwise hold up the end of the process for half a minute.
    closeTimeout: 200,
    onData: (stream, session, callback) => {
      // The session's envelope is a new one after this mail; it has to be taken now.
      this.receive(stream, session.envelope).then(
        () => {
          callback(null, 'Kept in the development mailbox');
        },
        (error: unknown) => {
          this.logger.error({ err: error }, 'A mail could not be kept');
          callback(new Error('The mail could not be kept'));
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

  /** Resolves once the port is taken, by us or by someone else. */
  async onApplicationBootstrap(): Promise<void> {
    // Connections that break off are the client's affair; what concerns the port is heard in `listen`.
    this.server.on('error', () => undefined);
    if (!(await this.listen())) {
      this.logger.log(
        `Port ${this.config.developmentTools.mailboxPort} is in use; this process only shows the mailbox`,
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

  /** Where mail is taken; null while another process has the port. */
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
      `Mail to ${HOST}:${this.port ?? ''} is kept and shown at ${this.config.http.publicUrl}/dev/mailbox`,
    );
    return true;
  }

  private tryAgainLater(): void {
    this.retry = setTimeout(() => {
      this.listen()
        .catch((error: unknown) => {
          this.logger.warn({ err: error }, 'The mailbox could not take its port');
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
      // Too large: the library answers 552 at the end; until then the rest is read and dropped.
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
