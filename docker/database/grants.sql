-- The image grants the account its own database only; tests and benchmarks make more of them beside it.
GRANT ALL ON `carillon%`.* TO 'carillon'@'%';
