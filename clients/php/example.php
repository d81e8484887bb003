<?php
// Adds a contact to a list, reports an order, and prints the contacts of the list. Set CARILLON_PASSWORD, then: php example.php

require __DIR__ . '/carillon.php';

$carillon = new Carillon(
    getenv('CARILLON_URL') ?: 'http://localhost:3000/api/v2',
    getenv('CARILLON_USERNAME') ?: 'owner',
    getenv('CARILLON_PASSWORD') ?: '',
);

$run = time(); // makes titles and addresses new
$email = "ada.$run@reader.test";
$news = $carillon->call('POST', '/lists', body: ['title' => "PHP news $run"])['lists'];
$carillon->call('POST', '/subscribers', body: [
    'email' => $email, 'status' => 'subscribed', 'lists' => [$news['id']], '__force_update' => 'yes',
]);
$order = ['external_id' => "PHP-$run", 'email' => $email, 'status' => 'completed', 'currency' => 'EUR', 'total' => 31.4];
$carillon->call('POST', '/commerce/orders', body: $order, idempotencyKey: "order-PHP-$run-completed");

$reset = ['to' => ['email' => $email], 'subject' => 'Reset your password', 'html' => '<p>{{ data.url }}</p>'];
$reset['data'] = ['url' => "https://shop.example/reset/$run"];
try {
    echo $carillon->call('POST', '/emails', body: $reset, idempotencyKey: "reset-$run")['email']['status'], "\n";
} catch (CarillonError $error) {
    echo $error->getMessage(), "\n";
}

foreach ($carillon->rows('/subscribers', query: ['lists' => [$news['id']]]) as $contact) {
    echo "{$contact['email']} {$contact['status']}\n";
}

try {
    $carillon->call('POST', '/subscribers', body: ['email' => 'wrong', 'status' => 'subscribed']);
} catch (CarillonError $error) {
    echo $error->getMessage(), "\n";
}
