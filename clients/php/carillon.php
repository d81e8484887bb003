<?php
// A small client of the Carillon API for PHP 8.0 and later, with the curl extension.

final class CarillonError extends RuntimeException
{
    public ?string $errorCode;
    public array $data;
    /** Invalid fields with the reason. */
    public array $params;

    public function __construct(string $operation, public int $status, public array $headers, string $text)
    {
        $body = json_decode($text, true) ?: []; // proxies answer with their own pages
        $this->errorCode = $body['code'] ?? null;
        $this->data = $body['data'] ?? [];
        $this->params = $this->data['params'] ?? [];
        $faults = array_map(fn ($field) => "$field {$this->params[$field]}", array_keys($this->params));
        $reason = implode('; ', $faults) ?: ($body['message'] ?? 'no reason');
        parent::__construct("$operation: $reason ($status, request " . ($headers['x-request-id'] ?? 'unknown') . ')');
    }
}

final class Carillon
{
    private const LONGEST_WAIT = 60;

    public function __construct(
        private string $baseUrl,
        private string $username,
        private string $password,
        private int $retries = 3,
        private int $timeout = 30,
    ) {
    }

    /** Returns the JSON answer. A POST is retried with the same key, so it takes effect once. */
    public function call(string $method, string $path, array $query = [], ?array $body = null, ?string $idempotencyKey = null): array
    {
        // PHP writes lists as name[0]; the API reads that as name[].
        $url = rtrim($this->baseUrl, '/') . $path . ($query ? '?' . http_build_query($query) : '');
        $headers = ['Content-Type: application/json'];
        if ($method === 'POST') {
            $headers[] = 'Idempotency-Key: ' . ($idempotencyKey ?? bin2hex(random_bytes(16)));
        }
        for ($attempt = 0; ; $attempt++) {
            [$status, $received, $text] = $this->attempt($method, $url, $headers, $body);
            if ($status >= 200 && $status < 300) {
                return json_decode($text, true, 512, JSON_THROW_ON_ERROR);
            }
            $error = $status === 0
                ? new RuntimeException("$method $path: $text")
                : new CarillonError("$method $path", $status, $received, $text);
            // Wrong passwords are not retried: repeated attempts are refused.
            $passes = in_array($status, [0, 503], true) || ($status === 429 && $error->errorCode !== 'too_many_attempts');
            if (!$passes || $attempt >= $this->retries) {
                throw $error;
            }
            $wait = (float) ($received['retry-after'] ?? 0.5 * 2 ** $attempt);
            usleep((int) (min($wait, self::LONGEST_WAIT) * 1e6));
        }
    }

    /** Yields every row of a list with cursors: rows('/subscribers'); $member names the page if the answer has it inside. */
    public function rows(string $path, ?string $member = null, array $query = []): Generator
    {
        for ($cursor = '*'; $cursor !== null; $cursor = $page['next_cursor']) {
            $answer = $this->call('GET', $path, ['cursor' => $cursor] + $query + ['per_page' => 100]);
            $page = $member === null ? $answer : $answer[$member];
            foreach ($page['data'] as $row) {
                yield $row;
            }
        }
    }

    /** @return array{int, array<string, string>, string} status (0 without an answer), headers, and body or reason */
    private function attempt(string $method, string $url, array $headers, ?array $body): array
    {
        $received = [];
        $request = curl_init($url);
        curl_setopt_array($request, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_USERPWD => "$this->username:$this->password",
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => $this->timeout,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$received): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $received[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ]);
        if ($body !== null) {
            curl_setopt($request, CURLOPT_POSTFIELDS, json_encode($body, JSON_THROW_ON_ERROR));
        }
        $text = curl_exec($request);
        return [curl_getinfo($request, CURLINFO_RESPONSE_CODE), $received, $text === false ? curl_error($request) : $text];
    }
}
