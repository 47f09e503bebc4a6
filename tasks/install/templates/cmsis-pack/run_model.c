/* Runs the model of Kerf's target $target once. */
$run
int main(void) { return run_once(); }
